/** Matches a ratio such as 16:9, but not in “9:16 pm”, “4x5 grid” or “4x5 cm”. */
const ratioPattern =
  /(?<![\d:./])(1|2|3|4|5|9|16|21)\s?([:x×])\s?(1|2|3|4|5|9|16)(?![\d:%/]|\.\d|\s?(?:am|pm|grid|tile|panel|layout|mm|cm|m\b))/gi
/**
 * The ratios that may be written with a cross, such as 4x5. Other numbers with a cross, such as 4x3, are mostly grids.
 */
const ratiosWithCross: ReadonlySet<string> = new Set(['1:1', '4:5', '9:16', '16:9'])
/** Matches a size in pixels, such as “1080x1920”. */
const sizePattern = /(?<![\d.])(\d{3,4})\s?[x×]\s?(\d{3,4})(?!\d)/gi
const square =
  /\bsquare (?:format|composition|image|picture|crop|canvas|aspect|ratio|frame|diorama|poster)\b|\bsquare\)/i

/**
 * Returns the first ratio in a text that is one of the `usual` ones. If there is none, returns the usual ratio of the
 * first size in pixels that has one, or 1:1 for a text such as “square format”.
 */
export function ratioIn<Ratio extends string>(text: string, usual: readonly Ratio[]): Ratio | null {
  for (const [, width, sign, height] of text.matchAll(ratioPattern)) {
    const knownRatio = usual.find((ratio) => ratio === `${width}:${height}`)
    if (knownRatio && (sign === ':' || ratiosWithCross.has(knownRatio))) return knownRatio
  }
  for (const [, width, height] of text.matchAll(sizePattern)) {
    const knownRatio = usual.find((ratio) => isRatioOf(ratio, Number(width), Number(height)))
    if (knownRatio) return knownRatio
  }
  return square.test(text) ? (usual.find((ratio) => ratio === '1:1') ?? null) : null
}

function isRatioOf(ratio: string, width: number, height: number): boolean {
  const [across = 1, down = 1] = ratio.split(':').map(Number)
  return width * down === height * across
}
