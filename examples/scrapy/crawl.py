"""Crawls a site and writes each page without the template of its site.

    apt install python3-scrapy; npm install -g dehusk
    scrapy runspider crawl.py -a start=https://example.com/ -o pages.jsonl
"""

from urllib.parse import urlsplit

import scrapy
from dehusk_pipeline import DehuskPipeline


class CrawlSpider(scrapy.Spider):
    name = "crawl"
    custom_settings = {
        "ITEM_PIPELINES": {DehuskPipeline: 300},
        "ROBOTSTXT_OBEY": True,
        "CLOSESPIDER_ITEMCOUNT": 1000,
    }

    def __init__(self, start, **options):
        super().__init__(**options)
        self.start_urls = [start]
        self.allowed_domains = [urlsplit(start).hostname]

    def parse(self, response):
        # Scrapy hands over pages with status 2xx only, unless it is told otherwise.
        if not isinstance(response, scrapy.http.HtmlResponse):
            return
        yield {"url": response.url, "status": response.status, "html": response.text}
        yield from response.follow_all(css="a[href]", callback=self.parse)
