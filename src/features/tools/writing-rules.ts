import { t } from '#lib/texts.ts'
import { parseWebAddress } from '#lib/web-address.ts'

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
  strengthMin: 3,
  strengthMax: 80,
  strengthsMax: 6,
  pricesMax: 200,
} as const

/**
 * Parses the address of a tool. Returns null if it isn't a web address, is too long, or has no dot in its host.
 */
export function parseToolUrl(text: string): URL | null {
  const url = text.length > toolLimits.urlMax ? null : parseWebAddress(text)
  return url?.hostname.includes('.') ? url : null
}

/** The fields of a tool that `findToolError` checks. */
export type ToolText = {
  name: string
  description: string
  url: string
  tags: string[]
  strengths?: string[]
  prices?: string
  pricesOn?: string | null
}

/** Returns the first invalid field of a tool, with a message, or null if all are valid. */
export function findToolError(tool: ToolText): { field: keyof ToolText; message: string } | null {
  const { nameMin, nameMax, descriptionMin, descriptionMax, tagsMax, tagMin, tagMax } = toolLimits
  const length = (text: string) => Array.from(text).length
  const isOutside = (text: string, min: number, max: number) => length(text) < min || length(text) > max
  if (isOutside(tool.name.trim(), nameMin, nameMax))
    return { field: 'name', message: t('Use {nameMin} to {nameMax} characters for the name.', { nameMin, nameMax }) }
  if (isOutside(tool.description.trim(), descriptionMin, descriptionMax))
    return {
      field: 'description',
      message: t('Use {descriptionMin} to {descriptionMax} characters for the description.', {
        descriptionMin,
        descriptionMax,
      }),
    }
  if (!parseToolUrl(tool.url))
    return {
      field: 'url',
      message: t('Use a full address, such as https://example.com, without a user name or password.'),
    }
  if (tool.tags.length > tagsMax) return { field: 'tags', message: t('Use at most {tagsMax} tags.', { tagsMax }) }
  if (tool.tags.some((tag) => isOutside(tag, tagMin, tagMax)))
    return { field: 'tags', message: t('Use {tagMin} to {tagMax} characters for each tag.', { tagMin, tagMax }) }
  return findDetailError(tool)
}

/** Does the same for what it is good at and its prices, which need the day on which somebody looked them up. */
function findDetailError({ strengths = [], prices = '', pricesOn = null }: ToolText) {
  const { strengthMin, strengthMax, strengthsMax, pricesMax } = toolLimits
  const length = (text: string) => Array.from(text.trim()).length
  if (strengths.length > strengthsMax)
    return { field: 'strengths' as const, message: t('Use at most {strengthsMax} lines.', { strengthsMax }) }
  if (strengths.some((strength) => length(strength) < strengthMin || length(strength) > strengthMax))
    return {
      field: 'strengths' as const,
      message: t('Use {strengthMin} to {strengthMax} characters for each line.', { strengthMin, strengthMax }),
    }
  if (length(prices) > pricesMax)
    return { field: 'prices' as const, message: t('Use at most {pricesMax} characters for the prices.', { pricesMax }) }
  if ((prices.trim() === '') !== (pricesOn === null))
    return { field: 'pricesOn' as const, message: t('Say on which day the prices were looked up.') }
  return null
}
