/** Categories in the footer, those with most prompts first. */
export const footerCategories = 6

/** Tools in the footer, featured ones first. */
export const footerTools = 6

/** The version tag of spec section 9, shown in a meta tag and by /healthz. */
export const appVersion = '1.0'

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
  '/help',
  '/contact',
  '/terms',
  '/privacy',
  '/cookies',
  '/sitemap',
] as const
