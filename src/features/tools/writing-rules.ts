/** The limits of a tool's fields. Lengths are in characters. */
export const toolLimits = {
  nameMin: 2,
  nameMax: 80,
  descriptionMin: 10,
  descriptionMax: 500,
  urlMax: 500,
  tagsMax: 10,
  tagMin: 2,
  tagMax: 30,
} as const

/**
 * Parses an address for a link. It must be http or https, with a dot in the host and without user name or password;
 * otherwise returns null. The server doesn't fetch it.
 */
export function parseToolUrl(text: string): URL | null {
  if (text.length > toolLimits.urlMax || !URL.canParse(text)) return null
  const url = new URL(text)
  const isWebProtocol = url.protocol === 'https:' || url.protocol === 'http:'
  return isWebProtocol && !url.username && !url.password && url.hostname.includes('.') ? url : null
}

/** The fields of a tool that are checked. */
export type ToolText = { name: string; description: string; url: string; tags: string[] }

/** Returns the field that makes a tool invalid, with a message, or null for a valid tool. */
export function findToolError(tool: ToolText): { field: keyof ToolText; message: string } | null {
  const { nameMin, nameMax, descriptionMin, descriptionMax, tagsMax, tagMin, tagMax } = toolLimits
  const length = (text: string) => Array.from(text).length
  const isOutside = (text: string, min: number, max: number) => length(text) < min || length(text) > max
  if (isOutside(tool.name.trim(), nameMin, nameMax))
    return { field: 'name', message: `A name has ${nameMin} to ${nameMax} characters.` }
  if (isOutside(tool.description.trim(), descriptionMin, descriptionMax))
    return { field: 'description', message: `A description has ${descriptionMin} to ${descriptionMax} characters.` }
  if (!parseToolUrl(tool.url))
    return {
      field: 'url',
      message: 'The address begins with http:// or https:// and contains no user name or password.',
    }
  if (tool.tags.length > tagsMax) return { field: 'tags', message: `Use at most ${tagsMax} tags.` }
  if (tool.tags.some((tag) => isOutside(tag, tagMin, tagMax)))
    return { field: 'tags', message: `A tag has ${tagMin} to ${tagMax} characters.` }
  return null
}
