/** The types of tools, by what they work with. */
export const toolTypes = ['video', 'image', 'text', 'audio', 'multimodal', 'ai'] as const

export type ToolType = (typeof toolTypes)[number]

/** Words that mean something else in API paths, so that no tool may have them as its slug. */
export const reservedToolSlugs: ReadonlySet<string> = new Set(['featured', 'counts', 'related', 'new', 'edit'])

/** The most tools in GET /api/tools/featured. */
export const featuredToolsMax = 24
/** The orders of the list. `job`: by category, which says what job a tool does, then by name. */
export const toolSorts = ['name', 'job'] as const
export type ToolSort = (typeof toolSorts)[number]
/** The most tools beside a prompt. */
export const relatedToolsMax = 3

/** The display name of each type. */
export const toolTypeNames: Record<ToolType, string> = {
  text: 'Text',
  image: 'Image',
  audio: 'Audio',
  video: 'Video',
  multimodal: 'Multimodal',
  ai: 'AI',
}

/** The name of a type within a sentence: `text` in `free text tools`, `AI` in `all AI tools`. */
export function typeNameInSentence(type: ToolType): string {
  return type === 'ai' ? toolTypeNames.ai : toolTypeNames[type].toLowerCase()
}

/** The host of an address without `www.`; empty for an invalid one. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host.replace(/^www\./, '') : ''
}

/** The first two letters or digits of a tool's name. */
export function initialsOf(name: string): string {
  return Array.from(name.replace(/[^\p{L}\p{N}]+/gu, ''))
    .slice(0, 2)
    .join('')
}

/** Whether the list shows tools of every type and price. It is then sorted by job. */
export function isUnfiltered({ type, free }: { type?: ToolType; free?: boolean }): boolean {
  return type === undefined && free === undefined
}
