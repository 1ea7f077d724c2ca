"""A spider for the site of portal_speed.py: along the home pages, each article once."""
import scrapy


class Portal(scrapy.Spider):
    name = "portal"
    custom_settings = {"ROBOTSTXT_OBEY": True, "DOWNLOAD_DELAY": 0, "CONCURRENT_REQUESTS_PER_DOMAIN": 8}

    def __init__(self, url, **kwargs):
        super().__init__(**kwargs)
        self.url = url
        self.start_urls = [url]

    def parse(self, response, number=1):
        links = response.css("article a::attr(href)").getall()
        for link in links:
            yield response.follow(link, self.article)
        if links:
            following = f"{self.url}page/{number + 1}/"
            yield scrapy.Request(following, self.parse, cb_kwargs={"number": number + 1})

    def article(self, response):
        yield {"url": response.url, "bytes": len(response.body)}
