import { absolute, siteFacts } from '#client/site-facts.ts'
import type { Prompt } from '#features/catalogue/contract.ts'
import type { License } from '#features/catalogue/rules.ts'
import type { Contributor } from '#features/contributors/contract.ts'
import type { Tool } from '#features/tools/contract.ts'
import { pathInLanguage } from '#lib/language.ts'
import { cutText } from '#lib/well-formed.ts'

/** What a page is about, with the data for its JSON-LD. */
export type JsonLdSubject =
  | { kind: 'prompt'; prompt: Prompt }
  | { kind: 'tool'; tool: Tool }
  | { kind: 'person'; person: Contributor }
  | { kind: 'list'; name: string; items: { name: string; path: string }[] }
  | { kind: 'faq'; items: readonly { question: string; answer: string }[] }

type Node = Record<string, unknown> & { '@type': string }

/** The maximum length of a prompt's text in the JSON-LD, in characters. */
export const textMax = 5_000

const licenseUrls: Record<License, string | undefined> = {
  'CC0-1.0': 'https://creativecommons.org/publicdomain/zero/1.0/',
  'CC-BY-4.0': 'https://creativecommons.org/licenses/by/4.0/',
  'CC-BY-SA-4.0': 'https://creativecommons.org/licenses/by-sa/4.0/',
  'all-rights-reserved': undefined,
}

/**
 * Describes a subject as a schema.org node. The router escapes `<`, `>`, `&`, U+2028 and U+2029 when it writes the
 * node.
 */
export function jsonLdOf(subject: JsonLdSubject): Node {
  if (subject.kind === 'prompt') return promptNode(subject.prompt)
  if (subject.kind === 'tool') return toolNode(subject.tool)
  if (subject.kind === 'person') return personNode(subject.person)
  if (subject.kind === 'list') return listNode(subject)
  return faqNode(subject.items)
}

/** Describes the site and its search. */
export function siteNode(): Node {
  return {
    '@type': 'WebSite',
    name: siteFacts().name,
    url: address('/'),
    potentialAction: {
      '@type': 'SearchAction',
      target: {
        '@type': 'EntryPoint',
        urlTemplate: `${siteFacts().origin ?? ''}${pathInLanguage('/search')}?q={search_term_string}`,
      },
      'query-input': 'required name=search_term_string',
    },
  }
}

/** Lists the path from the home page to a page. `trail` is this path without the home page. */
export function breadcrumbs(trail: { name: string; path: string }[]): Node {
  const whole = [{ name: siteFacts().name, path: '/' }, ...trail]
  return { '@type': 'BreadcrumbList', itemListElement: positions(whole, 'item') }
}

function promptNode(prompt: Prompt): Node {
  return {
    '@type': 'CreativeWork',
    name: prompt.title,
    ...(prompt.description && { description: prompt.description }),
    text: cutText(prompt.content, textMax),
    url: address(`/prompt/${prompt.slug}`),
    dateCreated: prompt.createdAt,
    dateModified: prompt.updatedAt,
    inLanguage: prompt.language,
    keywords: [prompt.category.name, ...prompt.tags].join(', '),
    isAccessibleForFree: true,
    version: prompt.version,
    identifier: `sha256:${prompt.sha256}`,
    ...(licenseUrls[prompt.licence] && { license: licenseUrls[prompt.licence] }),
    author: { '@type': 'Person', name: prompt.user.username, url: userAddress(prompt.user.username) },
    // The credit of an imported prompt is only a name and not a member, so it isn't the `author`.
    ...(prompt.credit && { creditText: prompt.credit }),
  }
}

function toolNode(tool: Tool): Node {
  return {
    '@type': 'SoftwareApplication',
    name: tool.name,
    description: tool.description,
    applicationCategory: tool.category.name,
    url: address(`/tools/${tool.slug}`),
    sameAs: tool.url,
    isAccessibleForFree: tool.isFree,
    keywords: tool.tags.join(', '),
    dateModified: tool.updatedAt,
  }
}

function personNode({ username, isMember, joinedAt }: Contributor): Node {
  const url = isMember ? userAddress(username) : address(`/author/${encodeURIComponent(username)}`)
  return { '@type': 'ProfilePage', dateCreated: joinedAt, mainEntity: { '@type': 'Person', name: username, url } }
}

function listNode({ name, items }: { name: string; items: { name: string; path: string }[] }): Node {
  return { '@type': 'ItemList', name, numberOfItems: items.length, itemListElement: positions(items, 'url') }
}

function faqNode(items: readonly { question: string; answer: string }[]): Node {
  return {
    '@type': 'FAQPage',
    mainEntity: items.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  }
}

/** Numbers the items of a list. `key`: the property in which schema.org expects an item's address. */
function positions(items: { name: string; path: string }[], key: 'item' | 'url') {
  return items.map(({ name, path }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    [key]: address(path),
  }))
}

function userAddress(username: string): string {
  return address(`/user/${encodeURIComponent(username)}`)
}

/** The full address of a page in the language of this page. */
function address(path: string): string {
  return absolute(pathInLanguage(path))
}
