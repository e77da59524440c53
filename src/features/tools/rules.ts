export const toolTypes = ['video', 'image', 'text', 'audio', 'multimodal', 'ai'] as const

export type ToolType = (typeof toolTypes)[number]

/** Words that the API takes for something else: no tool's slug may be one of them. */
export const reservedToolSlugs: ReadonlySet<string> = new Set(['featured', 'counts', 'related', 'new', 'edit'])

/** Tools that GET /api/tools/featured answers. */
export const featuredToolsMax = 24
/** Tools beside a prompt. */
export const relatedToolsMax = 3

/** How a type is called on a page. */
export const toolTypeNames: Record<ToolType, string> = {
  text: 'Text',
  image: 'Image',
  audio: 'Audio',
  video: 'Video',
  multimodal: 'Multimodal',
  ai: 'AI',
}

/** A type within a sentence: `free text tools`, `all AI tools`. */
export function typeWord(type: ToolType): string {
  return type === 'ai' ? toolTypeNames.ai : toolTypeNames[type].toLowerCase()
}

/** The host as a reader knows it, without `www.`; empty for an address that isn't one. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host.replace(/^www\./, '') : ''
}

/** The two letters of a tool's sign: the first two letters or digits of its name. */
export function initialsOf(name: string): string {
  return Array.from(name.replace(/[^\p{L}\p{N}]+/gu, ''))
    .slice(0, 2)
    .join('')
}
