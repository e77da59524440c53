import { pictureRatios } from '#features/catalogue/picture-fact-rules.ts'
import { ratioIn } from '#lib/aspect-ratio.ts'
import type { RunTarget } from './run-target-rules.ts'

/** Matches Midjourney’s parameter for a ratio, which has to be at the end of a text. */
const ratioParameter = /(?:^|\s)--(?:ar|aspect)\b/

/**
 * Returns what to append to a text for a target, or null. For Midjourney, this is a parameter such as `--ar 4:5` if the
 * text states a ratio in another way.
 */
export function suffixFor({ id }: RunTarget, text: string): string | null {
  const ratio = id === 'midjourney' && !ratioParameter.test(text) ? ratioIn(text, pictureRatios) : null
  return ratio && `--ar ${ratio}`
}
