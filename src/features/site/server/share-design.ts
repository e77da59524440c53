import { categoryColors, hexOf } from './share-colors.ts'
import { layOutLines, type TextRun } from './share-lines.ts'

/** The sizes of share images, in pixels. Other sites show a share image beside a link. */
export const shareSizes = { card: { width: 1200, height: 630 }, wide: { width: 1270, height: 760 } } as const
export type ShareSize = keyof typeof shareSizes

/**
 * The texts of a share image. `site` is the site's name, `label` the prompt's category or the kind of subject, `foot`
 * the last line, and `result` what came out of a prompt. A text is null if there is none or the fonts lack its letters.
 */
export type ShareTexts = Record<'site' | 'label' | 'title' | 'text' | 'foot', string | null> & {
  result?: string | null
}
/** The content of a share image, in the colors of the category `categorySlug`, or in yellow and gray if it is null. */
export type ShareSubject = ShareTexts & {
  categorySlug: string | null
  isPrompt: boolean
  /** The address of the prompt's card picture without size and extension. The picture replaces the prompt's text. */
  picture: string | null
}

/** An element for satori, the drawing library. It has the shape of a React element. */
export type SatoriElement = {
  type: 'div' | 'img'
  props: { style: Record<string, string | number>; children?: SatoriElement[] | string; src?: string }
}

/** The layout of an image, in pixels. */
const margin = 64
const barWidth = 20
const headHeight = 44
const footHeight = 36
const gap = 30
/** Two lines of a result. */
const resultLine = 34
/**
 * The font of a prompt's text, which is Spline Sans Mono. `size` and `line` (the line height) are in px. `advance` is
 * the width of each letter relative to `size`.
 */
const mono = { size: 25, line: 42, advance: 0.6 }
const textPadding = 24

/**
 * Lays out a share image as a tree of boxes: the color bar, the label, the logo with the site's name, the title, either
 * `picture` (a data URL) or the text with its blanks in yellow and a result, and the last line.
 */
export function drawShareImage(subject: ShareSubject, size: ShareSize, picture: string | null): SatoriElement {
  const { width, height } = shareSizes[size]
  const { mark, tone } = categoryColors(subject.categorySlug)
  const innerWidth = width - barWidth - 2 * margin
  // If the fonts lack letters of the title, the label replaces it.
  const [label, heading] = subject.title === null ? [null, subject.label] : [subject.label, subject.title]
  const title = layOutTitle(heading ?? '', innerWidth, subject.isPrompt && subject.text !== null ? 3 : 4)
  const top = margin + headHeight + gap + title.height + gap
  const result = picture === null ? (subject.result ?? null) : null
  const bottom = height - margin - footHeight - gap
  const bodyHeight = bottom - top - (result === null ? 0 : 2 * resultLine + gap / 2)
  const position = { position: 'absolute', left: barWidth + margin, width: innerWidth }
  return box(
    {
      width,
      height,
      backgroundColor: hexOf('base'),
      color: hexOf('ink'),
      fontFamily: 'Familjen latin, Familjen latin-ext',
    },
    [
      box({ width: barWidth, height, backgroundColor: mark }),
      box(
        {
          ...position,
          top: margin,
          height: headHeight,
          justifyContent: 'space-between',
          alignItems: 'center',
          fontSize: 30,
        },
        [box({ color: tone }, label ?? ''), drawSignature(subject.site)],
      ),
      box({ ...position, ...title.style, top: margin + headHeight + gap }, title.text),
      box({ ...position, top }, [
        picture === null ? layOutBody(subject, innerWidth, bodyHeight) : layOutPicture(picture, innerWidth, bodyHeight),
      ]),
      ...(result === null
        ? []
        : [box({ ...position, top: bottom - 2 * resultLine }, [layOutResult(result, innerWidth)])]),
      box(
        { ...position, top: height - margin - footHeight, height: footHeight, fontSize: 27, color: hexOf('ink-2') },
        subject.foot ?? '',
      ),
    ],
  )
}

function box(style: Record<string, string | number>, children?: SatoriElement[] | string): SatoriElement {
  return { type: 'div', props: { style: { display: 'flex', ...style }, children } }
}

/** Lays out two lines of what came out of a prompt, with a line beside them, as on cards. */
function layOutResult(text: string, innerWidth: number): SatoriElement {
  const style = { display: 'block', fontSize: 26, lineHeight: `${resultLine}px`, lineClamp: 2, color: hexOf('ink') }
  return box(
    { width: innerWidth, height: 2 * resultLine, borderLeft: `4px solid ${hexOf('ink-2')}`, paddingLeft: 20 },
    [box({ ...style, width: innerWidth - 24 }, text)],
  )
}

function layOutPicture(src: string, width: number, height: number): SatoriElement {
  return { type: 'img', props: { src, style: { width, height, objectFit: 'cover', borderRadius: 8 } } }
}

/** Draws Promptarium's logo and the site's name. */
function drawSignature(name: string | null): SatoriElement {
  const caret = box({ width: 4, height: 20, backgroundColor: hexOf('accent-ink') })
  const logo = box(
    {
      width: 46,
      height: 40,
      borderRadius: 7,
      border: `2px solid ${hexOf('accent-ink')}`,
      borderBottomWidth: 7,
      backgroundColor: hexOf('accent'),
      paddingLeft: 12,
      alignItems: 'center',
      marginRight: 14,
    },
    [caret],
  )
  return box({ alignItems: 'center', fontSize: 32 }, [logo, box({}, name ?? '')])
}

/** Lays out a title in one of three sizes, depending on its length. Cuts it after `maxLines` with an ellipsis. */
function layOutTitle(text: string, innerWidth: number, maxLines: number) {
  const fontSize = text.length <= 40 ? 74 : text.length <= 90 ? 58 : 46
  const lineHeight = 1.14
  const lines = Math.max(1, Math.min(maxLines, Math.ceil((estimateWidth(text) * fontSize) / innerWidth)))
  const style = { display: 'block', fontSize, lineHeight, letterSpacing: '-0.02em', lineClamp: lines }
  return { text, style, height: Math.ceil(lines * fontSize * lineHeight) }
}

/** Estimates the width of a text in the typeface Familjen, relative to the font size. */
function estimateWidth(text: string): number {
  return Array.from(text).reduce((sum, letter) => {
    if (/[fijlrtI.,:;'’!|()[\] ]/.test(letter)) return sum + 0.28
    return sum + (/[A-ZmwMW@%&—]/.test(letter) ? 0.66 : 0.49)
  }, 0)
}

/** Lays out a prompt's text in a box with its blanks highlighted, or any other subject's text as a paragraph. */
function layOutBody({ text, isPrompt }: ShareSubject, innerWidth: number, height: number): SatoriElement {
  if (text === null) return box({})
  if (!isPrompt) {
    return box(
      { display: 'block', width: innerWidth, fontSize: 36, lineHeight: 1.35, lineClamp: 5, color: hexOf('ink-2') },
      text,
    )
  }
  const maxLines = Math.max(1, Math.floor((height - textPadding) / mono.line))
  const columns = Math.floor((innerWidth - 2 * textPadding) / (mono.size * mono.advance))
  const rows = layOutLines(text, columns, maxLines).map((line) =>
    box({ height: mono.line, alignItems: 'center' }, line.map(drawRun)),
  )
  const style = {
    // Width and height exclude border and padding.
    width: innerWidth - 2 * textPadding,
    height: height - textPadding - 3,
    borderTop: `3px solid ${hexOf('ink')}`,
    backgroundColor: hexOf('raised'),
    padding: `${textPadding / 2}px ${textPadding}px`,
    overflow: 'hidden',
  }
  return box(
    { ...style, flexDirection: 'column', fontFamily: 'Spline latin, Spline latin-ext', fontSize: mono.size },
    rows,
  )
}

function drawRun({ text, blank }: TextRun): SatoriElement {
  // A box trims spaces at its ends, but not non-breaking spaces.
  const untrimmed = text.replaceAll(' ', '\u00a0')
  const style = { height: 34, alignItems: 'center', flexShrink: 0 }
  if (!blank) return box(style, untrimmed)
  const wash = { backgroundColor: hexOf('accent-wash'), borderBottom: `3px solid ${hexOf('accent-line')}` }
  return box({ ...style, ...wash }, untrimmed)
}
