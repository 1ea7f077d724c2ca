"""What WebArticleCurator wants as code for the site of portal_speed.py."""
import os
from urllib.parse import urljoin

from bs4 import BeautifulSoup

# The functions get pages without their addresses.
SITE = os.environ["PORTAL_SPEED_SITE"]


def articles(archive_page_raw_html):
    soup = BeautifulSoup(archive_page_raw_html, "lxml")
    return {urljoin(SITE, link["href"]) for link in soup.select("article a[href]")}


def next_page(archive_page_raw_html):
    soup = BeautifulSoup(archive_page_raw_html, "lxml")
    link = soup.select_one("a[href^='/page/']:-soup-contains('Next'), a[rel~=next]")
    return urljoin(SITE, link["href"]) if link else None
