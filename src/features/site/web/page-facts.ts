import type { ContentVersion } from '../page-version-rules.ts'
import type { JsonLdSubject } from './json-ld.ts'

/** The type of a page. It determines the page's keywords, share image, feed and breadcrumbs. */
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
  /** The title of the page without the name of the site. */
  title: string
  description: string
  /** The canonical path, without parameters that don't change what the page shows. */
  path: string
  /** The translations of what the page shows, itself included. Undefined if there are none. */
  versions?: ContentVersion[]
  /** Whether search engines must not index the page, as is the case for search results and the 404 page. */
  noIndex?: boolean
  /** Whether a link to the page has no preview, because only one person sees the page, or nothing is there. */
  noPreview?: boolean
  /** The path of the share image. If it is unset, the page type determines the image. */
  image?: string
  /** Returns what the page's JSON-LD describes. It is called only on the server. */
  jsonLd?: () => JsonLdSubject[]
}
