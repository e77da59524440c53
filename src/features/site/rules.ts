/** Categories in the footer, those with most prompts first. */
export const footerCategories = 6

/** Tools in the footer, featured ones first. */
export const footerTools = 6

/** Public pages that are there by themselves, not one per thing; the sitemap names them. */
export const sitePages = [
  '/',
  '/categories',
  '/prompts',
  '/prompts/newest',
  '/prompts/popular',
  '/prompts/highest-rated',
  '/tools',
  '/contributors',
  '/prompt-generator',
  '/compare',
  '/models',
  '/ranking',
  '/help',
  '/contact',
  '/terms',
  '/privacy',
  '/cookies',
  '/sitemap',
] as const
