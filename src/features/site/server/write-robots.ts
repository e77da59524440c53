/** The robots.txt of a site for members only. */
export const closedRobots = 'User-agent: *\nDisallow: /\n'

/**
 * Returns a robots.txt that allows everything except the API, search results and private pages. The API's documentation
 * is allowed.
 */
export function writeRobots(origin: string): string {
  const disallowed = [
    '/api/',
    '/search?',
    '/admin/',
    '/approval/',
    '/auth',
    '/create-prompt',
    '/credits',
    '/dashboard',
    '/favorites',
    '/feeds/',
    '/following',
    '/group/',
    '/groups',
    '/my-collections',
    '/my-prompts',
    '/notifications',
    '/settings',
    '/subscription',
    '/suggested-edit',
    '/unsubscribe/',
  ]
  return `User-agent: *
Allow: /api/docs
${disallowed.map((path) => `Disallow: ${path}\n`).join('')}
Sitemap: ${origin}/sitemap.xml
`
}
