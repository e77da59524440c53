/** How many categories the footer shows. It shows those with the most prompts. */
export const footerCategoriesMax = 6

/** How many tools the footer shows. Featured ones come first. */
export const footerToolsMax = 6

/** The path of the dump of all published prompts. */
export const dumpPath = '/dump/prompts.jsonl.gz'

/** The fixed pages in the sitemap. The imprint isn't one of them, because not every site has one. */
export const sitePages = [
  '/',
  '/categories',
  '/prompts',
  '/prompts/newest',
  '/prompts/popular',
  '/prompts/highest-rated',
  '/prompts/proved',
  '/tools',
  '/collections',
  '/contributors',
  '/prompt-generator',
  '/compare',
  '/compare/vote',
  '/models',
  '/ranking',
  '/mcp',
  '/api/docs',
  '/help',
  '/contact',
  '/terms',
  '/privacy',
  '/cookies',
  '/sitemap',
] as const
