import type { JsonLdSubject } from './json-ld.ts'

/** The type of a page, which decides its keywords, share image, feed and breadcrumbs. */
export type PageType =
  | 'home'
  | 'prompt_detail'
  | 'prompt_list'
  | 'category'
  | 'tool_detail'
  | 'tool_list'
  | 'auth'
  | 'user_profile'
  | 'collection'
  | 'general'

export type PageMeta = {
  type: PageType
  /** The title without the site's name. */
  title: string
  description: string
  /** The canonical path, without parameters that don't change the page. */
  path: string
  /** For pages that search engines must not index: search results and errors. */
  noIndex?: boolean
  /** The path of the share image, if it isn't the default of the page type. */
  image?: string
  /** The subjects of the page's JSON-LD. Called on the server only. */
  jsonLd?: () => JsonLdSubject[]
}
