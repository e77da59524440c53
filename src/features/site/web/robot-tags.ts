import type { ComponentProps } from 'react'
import { absolute, siteFacts } from '#client/site-facts.ts'
import { currentLanguage, fileInLanguage, pathInLanguage } from '#lib/language.ts'
import { type Message, msg, translate } from '#lib/texts.ts'
import { type ContentVersion, versionLinks } from '../page-version-rules.ts'
import { breadcrumbs, jsonLdOf, siteNode } from './json-ld.ts'
import type { PageMeta, PageType } from './page-facts.ts'

/** The keywords of each page type. */
export const pageKeywords: Record<PageType, string[]> = {
  home: ['AI prompts', 'prompt catalogue', 'prompt library', 'ChatGPT prompts', 'Claude prompts', 'AI tools'],
  prompt_detail: ['AI prompt', 'prompt template', 'prompt variables', 'ChatGPT prompt', 'Claude prompt'],
  prompt_list: ['AI prompts', 'best prompts', 'newest prompts', 'popular prompts', 'prompt list'],
  category: ['AI prompts by category', 'prompt category', 'prompt templates', 'prompt collection'],
  tool_detail: ['AI tool', 'AI software', 'AI app', 'AI tool description'],
  tool_list: ['AI tools', 'free AI tools', 'AI tool directory', 'AI software'],
  auth: ['sign in', 'register', 'prompt community'],
  user_profile: ['prompt author', 'prompt contributor', 'prompts by author'],
  collection: ['prompt collection', 'AI prompts', 'AI tools', 'prompt list'],
  general: ['AI prompts', 'AI tools', 'prompt community'],
}

/** The size of share images, in pixels. */
const imageWidth = 1200
const imageHeight = 630

/** The folder in /share/ for each page type whose pages have share images of their own. */
const imageFolders: Partial<Record<PageType, string>> = {
  prompt_detail: 'prompt',
  category: 'category',
  tool_detail: 'tool',
  user_profile: 'user',
  collection: 'collection',
}

/** The page above a page in its breadcrumbs, by page type. */
const parents: Partial<Record<PageType, { name: Message; path: string }>> = {
  prompt_detail: { name: msg('Prompts'), path: '/prompts' },
  category: { name: msg('Categories'), path: '/categories' },
  tool_detail: { name: msg('Tools'), path: '/tools' },
  user_profile: { name: msg('Contributors'), path: '/contributors' },
  collection: { name: msg('Collections'), path: '/collections' },
}

/** The Open Graph type of a page, by page type. The type of all other pages is `website`. */
const objectTypes: Partial<Record<PageType, string>> = { prompt_detail: 'article', user_profile: 'profile' }

/**
 * The keywords, Open Graph tags, Twitter card and JSON-LD of a page, as meta tags for the router. A page that search
 * engines must not index has no JSON-LD. `title` includes the name of the site.
 */
export function robotTags(meta: PageMeta & { title: string }): ComponentProps<'meta'>[] {
  const { type, title, description, path, noIndex, noPreview } = meta
  const image = absolute(meta.image ?? fileInLanguage(shareImagePath(type, path)))
  const openGraph = {
    'og:title': title,
    'og:description': description,
    'og:type': objectTypes[type] ?? 'website',
    'og:url': absolute(pathInLanguage(path)),
    'og:locale': localeOf(currentLanguage().tag),
    'og:site_name': siteFacts().name,
    'og:image': image,
    'og:image:type': 'image/png',
    'og:image:width': String(imageWidth),
    'og:image:height': String(imageHeight),
    'og:image:alt': title,
  }
  return [
    { name: 'keywords', content: pageKeywords[type].join(', ') },
    ...(noPreview
      ? []
      : [
          ...Object.entries(openGraph).map(([property, content]) => ({ property, content })),
          ...otherLocales().map((content) => ({ property: 'og:locale:alternate', content })),
          { name: 'twitter:card', content: 'summary_large_image' },
          { name: 'twitter:title', content: title },
          { name: 'twitter:description', content: description },
          { name: 'twitter:image', content: image },
        ]),
    ...(noIndex ? [] : nodesOf(meta).map(dataBlock)),
  ]
}

/** The links to the page in all languages, and to the description with which other sites embed a prompt's card (oEmbed). */
export function robotLinks({ type, path, title, versions }: PageMeta): ComponentProps<'link'>[] {
  // Other sites and search engines need a full address, which the site knows only if PUBLIC_URL is set.
  if (siteFacts().origin === null) return []
  const languages = languageLinks(path, versions)
  if (type !== 'prompt_detail') return languages
  const href = `${absolute('/oembed')}?url=${encodeURIComponent(absolute(path))}`
  return [...languages, { rel: 'alternate', type: 'application/json+oembed', title, href }]
}

/**
 * The links to the pages for readers of each language, this page included, and to the one for all others. A page that
 * isn't among them, such as an English prompt in a German page if the prompt has a German version, has none.
 */
function languageLinks(path: string, versions: ContentVersion[] = []): ComponentProps<'link'>[] {
  const { languages = [{ tag: currentLanguage().tag, prefix: '' }] } = siteFacts()
  const links = versionLinks(path, versions, languages)
  if (!links.some((link) => link.path === path && link.prefix === currentLanguage().prefix)) return []
  return links.map(({ hreflang, ...page }) => ({
    rel: 'alternate',
    hrefLang: hreflang,
    href: absolute(pathInLanguage(page.path, page)),
  }))
}

/** The locale of Open Graph, such as `pt_BR`: with the country where the language has most of its speakers. */
function localeOf(tag: string): string {
  const { language, region } = new Intl.Locale(tag).maximize()
  return `${language}_${region}`
}

/** The locales of the page's versions in other languages. */
function otherLocales(): string[] {
  const { tag: current } = currentLanguage()
  return (siteFacts().languages ?? []).filter(({ tag }) => tag !== current).map(({ tag }) => localeOf(tag))
}

/** A `<script type="application/ld+json">`. The router accepts it as a meta tag, although its types don't say so. */
function dataBlock(node: object): object {
  return { 'script:ld+json': { '@context': 'https://schema.org', ...node } }
}

/** The path of a page's share image. Pages whose type has no images of its own share the site's image. */
function shareImagePath(type: PageType, path: string): string {
  const folder = imageFolders[type]
  return folder ? `/share/${folder}/${path.slice(path.lastIndexOf('/') + 1)}.png` : '/share/site.png'
}

function nodesOf({ type, title, path, jsonLd }: PageMeta) {
  const name = title.replace(` | ${siteFacts().name}`, '')
  const parent = parents[type]
  const above = parent ? [{ name: translate(parent.name), path: parent.path }] : []
  const trail = path === '/' ? [siteNode()] : [breadcrumbs([...above, { name, path }])]
  return [...trail, ...(jsonLd?.() ?? []).map(jsonLdOf)]
}
