import { type Language, pathInLanguage } from '#lib/language.ts'

/** The robots.txt of a site for members only. */
export const closedRobots = 'User-agent: *\nDisallow: /\n'

/**
 * Returns a robots.txt that allows everything except the API, search results and private pages. The API's documentation
 * is allowed.
 */
export function writeRobots(origin: string, languages: readonly Pick<Language, 'prefix'>[]): string {
  const disallowed = [
    '/search?',
    '/admin/',
    '/approval/',
    '/auth',
    '/create-prompt',
    '/credits',
    '/dashboard',
    '/favorites',
    '/following',
    '/group/',
    '/groups',
    '/my-collections',
    '/my-prompts',
    '/notifications',
    '/settings',
    '/subscription',
    '/suggested-edit',
  ].flatMap((path) => languages.map((language) => pathInLanguage(path, language)))
  return `User-agent: *
Allow: /api/docs
${['/api/', '/feeds/', '/unsubscribe/', ...disallowed].map((path) => `Disallow: ${path}\n`).join('')}
Sitemap: ${origin}/sitemap.xml
`
}
