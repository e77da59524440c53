/** The size of an embedded card in CSS pixels, and how long other sites may cache its description, in seconds. */
export const embedSizes = { width: 600, height: 360 } as const
export const embedCacheSeconds = 3600

export const embedThemes = ['light', 'dark'] as const
export type EmbedTheme = (typeof embedThemes)[number]

/** Returns the slug in the path of a prompt's page or card, or null for any other path. */
export function slugInPath(path: string): string | null {
  return /^\/(?:embed\/)?prompt\/([^/.]+)$/.exec(path)?.[1] ?? null
}
