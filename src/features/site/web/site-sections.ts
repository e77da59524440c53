import { siteFacts } from '#client/site-facts.ts'
import { msg } from '#lib/texts.ts'

/** The links of the navigation. */
export const sections = [
  { to: '/prompts', label: msg('Prompts') },
  { to: '/categories', label: msg('Categories') },
  { to: '/tools', label: msg('Tools') },
  { to: '/prompt-generator', label: msg('Generator') },
  { to: '/compare', label: msg('Compare') },
  { to: '/contributors', label: msg('Contributors') },
] as const

const memberSections = [...sections, { to: '/favorites', label: msg('Saved', { context: 'saved prompts' }) }] as const

/** Returns the links of the navigation. Members also get the link to their saved prompts. */
export const sectionsFor = (user: object | null) => (user ? memberSections : sections)

/** The lists of prompts that have their own pages. */
export const promptLists = [
  { to: '/prompts/newest', label: msg('Newest') },
  { to: '/prompts/popular', label: msg('Most popular') },
  { to: '/prompts/highest-rated', label: msg('Highest rated') },
  { to: '/prompts/proved', label: msg('Last tested') },
] as const

/** The pages about the site itself. */
export const pages = [
  { to: '/help', label: msg('Help') },
  { to: '/mcp', label: msg('In your AI app') },
  { to: '/ranking', label: msg('How ranking works') },
  { to: '/api/docs', label: msg('API') },
  { to: '/contact', label: msg('Contact') },
  { to: '/terms', label: msg('Terms') },
  { to: '/privacy', label: msg('Privacy') },
  { to: '/cookies', label: msg('Cookies') },
  { to: '/sitemap', label: msg('Site map') },
] as const

/** The imprint, a legal notice. It is listed only if the operator has written one (SITE_DIR). */
export const imprint = { to: '/imprint', label: msg('Imprint') } as const

/** The leaderboard. Until a model has a rating, the menu and the footer leave it out. */
export const leaderboard = { to: '/models', label: msg('Models') } as const

/** The collections. The header has no room for this link, but the footer, the menu and the site map have it. */
export const collections = { to: '/collections', label: msg('Collections') } as const

/** The page for voting on answers in blind rounds. The site map, the leaderboard and /compare link to it. */
export const blindRounds = { to: '/compare/vote', label: msg('Vote on answers') } as const

const pagesWithLeaderboard = [...pages.slice(0, 3), leaderboard, ...pages.slice(3)]

/**
 * Returns the pages about the site that the menu, the footer and the site map list. `hasRatedModel` tells
 * whether any model has a rating.
 */
export function pagesFor(hasRatedModel = false): readonly Page[] {
  const menuPages = hasRatedModel ? pagesWithLeaderboard : pages
  return siteFacts().brand?.pages?.includes('imprint') ? [...menuPages, imprint] : menuPages
}

type Page = (typeof pages)[number] | typeof leaderboard | typeof imprint

export type Section = (typeof memberSections)[number]['to']

/** Returns the section of the navigation to which a page belongs. */
export function sectionOf(pathname: string): Section | undefined {
  if (/^\/prompts?(\/|$)/.test(pathname)) return '/prompts'
  if (/^\/categor(y|ies)(\/|$)/.test(pathname)) return '/categories'
  if (/^\/tools(\/|$)/.test(pathname)) return '/tools'
  if (/^\/(contributors|user|author)(\/|$)/.test(pathname)) return '/contributors'
  if (pathname === '/prompt-generator') return '/prompt-generator'
  if (/^\/compare(\/|$)/.test(pathname)) return '/compare'
  if (pathname === '/favorites') return '/favorites'
  return undefined
}
