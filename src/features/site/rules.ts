/** How many categories the footer shows. It shows those with the most prompts. */
export const footerCategories = 6

/** How many tools the footer shows. Featured ones come first. */
export const footerTools = 6

/** The path of the dump of all published prompts. */
export const dumpPath = '/dump/prompts.jsonl.gz'

/** The public pages in the sitemap that don't belong to one prompt, category, tool or user. */
export const sitePages = [
  '/',
  '/categories',
  '/prompts',
  '/prompts/newest',
  '/prompts/popular',
  '/prompts/highest-rated',
  '/tools',
  '/collections',
  '/contributors',
  '/prompt-generator',
  '/compare',
  '/compare/vote',
  '/models',
  '/ranking',
  '/mcp',
  '/help',
  '/contact',
  '/terms',
  '/privacy',
  '/cookies',
  '/sitemap',
] as const
