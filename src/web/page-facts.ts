import type { JsonLdSubject } from './json-ld.ts'

/** What kind of page it is: decides its keywords, its share image, its feed and its trail. */
export type PageType =
  | 'home'
  | 'prompt_detail'
  | 'prompt_list'
  | 'category'
  | 'tool_detail'
  | 'tool_list'
  | 'auth'
  | 'user_profile'
  | 'general'

export type PageMeta = {
  type: PageType
  /** Without the site's name. */
  title: string
  description: string
  /** The page's own address, without what doesn't change it. */
  path: string
  /** Search results and errors are not for search engines. */
  noIndex?: boolean
  /** The path of a share image other than the one that the type gives. */
  image?: string
  /** What the page shows, for its JSON-LD. Asked on the server only. */
  jsonLd?: () => JsonLdSubject[]
}
