/** The number of categories in the footer, those with the most prompts first. */
export const footerCategories = 6

/** The number of tools in the footer, featured ones first. */
export const footerTools = 6

/** The address of the dump of all published prompts. */
export const dumpPath = '/dump/prompts.jsonl.gz'

/** The public pages that don't belong to one prompt, category, tool or user, for the sitemap. */
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
