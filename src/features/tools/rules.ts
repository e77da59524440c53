import { currentLanguage } from '#lib/language.ts'
import { t } from '#lib/texts.ts'
import { parseWebAddress } from '#lib/web-address.ts'

/** The types of tools. */
export const toolTypes = ['video', 'image', 'text', 'audio', 'multimodal', 'ai'] as const

export type ToolType = (typeof toolTypes)[number]

/**
 * The facts about tools by which lists are filtered, with their parameters in URLs. A new fact needs an entry here and
 * in fact-rules.ts, and a migration that adds its column to tools and to the key of tool_counts.
 */
export const toolFacts = { isFree: 'free', isFullyFree: 'fullyFree' } as const
export type ToolFact = keyof typeof toolFacts
export type ToolParameter = (typeof toolFacts)[ToolFact]
export const toolFactNames = Object.keys(toolFacts) as ToolFact[]
export const toolParameters: ToolParameter[] = Object.values(toolFacts)
export type FactFilter = Partial<Record<ToolParameter, boolean>>

/** Returns an object with a value for each fact. */
export function valuesByFact<Value>(valueFor: (fact: ToolFact) => Value): Record<ToolFact, Value> {
  return Object.fromEntries(toolFactNames.map((fact) => [fact, valueFor(fact)])) as Record<ToolFact, Value>
}

/** Returns an object with a value for each parameter. */
export function valuesByParameter<Value>(valueFor: (parameter: ToolParameter, fact: ToolFact) => Value) {
  const values = toolFactNames.map((fact) => [toolFacts[fact], valueFor(toolFacts[fact], fact)] as const)
  return Object.fromEntries(values) as Record<ToolParameter, Value>
}

/** Tells whether a tool with the given facts is in a list with the given filter. */
export function matchesFacts(facts: Record<ToolFact, boolean>, filter: FactFilter): boolean {
  return toolFactNames.every((fact) => (filter[toolFacts[fact]] ?? facts[fact]) === facts[fact])
}

/** The pictures that an operator can upload for a tool: a square mark, and a picture of what it does or looks like. */
export const toolPictureKinds = ['mark', 'picture'] as const
export type ToolPictureKind = (typeof toolPictureKinds)[number]

/** Words with another meaning in paths of the API or of pages. No tool may have one of them as its slug. */
export const reservedToolSlugs: ReadonlySet<string> = new Set(['featured', 'counts', 'related', 'new', 'edit'])

/** The maximum number of tools that GET /api/tools/featured returns. */
export const featuredToolsMax = 24
/** The sort orders of the list. `job` sorts by category, which says what job a tool does, then by name. */
export const toolSorts = ['name', 'job'] as const
export type ToolSort = (typeof toolSorts)[number]
/** The maximum number of tools that are shown with a prompt, or as alternatives to a tool. */
export const relatedToolsMax = 3

/** The names of the types as people see them. */
export const toolTypeNames: Record<ToolType, string> = {
  get text() {
    return t('Text')
  },
  get image() {
    return t('Image')
  },
  get audio() {
    return t('Audio')
  },
  get video() {
    return t('Video')
  },
  get multimodal() {
    return t('Multimodal')
  },
  get ai() {
    return t('AI')
  },
}

/** Returns the name of a type within a sentence, such as `text` in `free text tools` or `AI` in `all AI tools`. */
export function typeNameInSentence(type: ToolType): string {
  // Other languages may write nouns with a capital letter, such as German.
  const isLower = type !== 'ai' && currentLanguage().tag === 'en'
  return isLower ? toolTypeNames[type].toLowerCase() : toolTypeNames[type]
}

/** Returns the host of an address without `www.`, or an empty string if the address is invalid. */
export function hostOf(url: string): string {
  return parseWebAddress(url)?.host.replace(/^www\./, '') ?? ''
}

/** The sites that host source code. */
export const codeHosts: readonly string[] = ['github.com', 'gitlab.com', 'codeberg.org', 'pypi.org', 'npmjs.com']
export const openSourceTag = 'open source'

/** Tells whether a tool is a code repository, which people have to install, often with programming skills. */
export function isRepository({ url, tags }: { url: string; tags: string[] }): boolean {
  return tags.includes(openSourceTag) && codeHosts.includes(hostOf(url))
}

/** Tags that say how a tool is made, or for whom, and not what it does. They don't relate tools to each other. */
export const sideTags: readonly string[] = [
  openSourceTag,
  'any task',
  'api',
  'desktop',
  'developers',
  'languages',
  'open weights',
  'privacy',
  'self-hosting',
  'teams',
]

/** Returns the tags that say what a tool does. */
export function jobTags(tags: string[]): string[] {
  return tags.filter((tag) => !sideTags.includes(tag))
}

/** Returns the tags that a tool shares with any of the prompts, in the tool's order, and the prompts with them. */
export function findSharedTags<Prompt extends { tags: string[] }>(
  tags: string[],
  prompts: Prompt[],
): { tags: string[]; prompts: Prompt[] } {
  const sharing = prompts.filter((prompt) => prompt.tags.some((tag) => tags.includes(tag)))
  return { tags: tags.filter((tag) => sharing.some((prompt) => prompt.tags.includes(tag))), prompts: sharing }
}

/** Returns the first two letters or digits of a tool's name. */
export function initialsOf(name: string): string {
  return Array.from(name.replace(/[^\p{L}\p{N}]+/gu, ''))
    .slice(0, 2)
    .join('')
}

/** Tells whether the list shows all tools. The unfiltered list is sorted by job. */
export function isUnfiltered({ q, type, ...filter }: FactFilter & { q?: string; type?: ToolType }): boolean {
  return !q && type === undefined && toolParameters.every((parameter) => filter[parameter] === undefined)
}
