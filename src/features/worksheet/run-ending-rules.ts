import { pictureRatios } from '#features/catalogue/picture-fact-rules.ts'
import { ratioIn } from '#lib/aspect-ratio.ts'
import type { RunTarget } from './run-target-rules.ts'

/** Matches Midjourney’s own way to state a ratio, which has to be at the end of a text. */
const ratioParameter = /(?:^|\s)--(?:ar|aspect)\b/

/**
 * Returns what a target needs at the end of a text. For Midjourney, this is for example `--ar 4:5`, if the text states a
 * ratio only in words.
 */
export function endingFor({ id }: RunTarget, text: string): string | null {
  const ratio = id === 'midjourney' && !ratioParameter.test(text) ? ratioIn(text, pictureRatios) : null
  return ratio && `--ar ${ratio}`
}
