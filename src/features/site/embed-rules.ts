/** The size of a card for other sites, in CSS pixels. */
export const embedSize = { width: 600, height: 360 } as const
/** How long other sites may cache the oEmbed response about a card, in seconds. */
export const embedCacheSeconds = 3600

export const embedThemes = ['light', 'dark'] as const
export type EmbedTheme = (typeof embedThemes)[number]

/** Returns the slug in the path of a prompt's page or of its card for other sites, or null for any other path. */
export function slugInPath(path: string): string | null {
  return /^\/(?:embed\/)?prompt\/([^/.]+)$/.exec(path)?.[1] ?? null
}
