import { t } from '#lib/texts.ts'
import { breakIntoLines, type DrawnLine, type TextPart } from './picture-lines.ts'

/** What a picture shows. `isPrompt`: the text is set like prompts. `address`: where the text is, without `https://`. */
export type TextPicture = {
  title: string
  text: TextPart[]
  isPrompt: boolean
  credit: string
  address: string
  siteName: string
}

/** Sizes in px. The picture is as high as its text needs, up to 4:5. */
const width = 1080
const heightMax = 1350
const margin = 64
const padding = 40
const title = { size: 52, line: 60, linesMax: 3 }
const text = { size: 28, line: 48 }
const foot = { size: 26, line: 38, height: 120 }

/**
 * Draws the beginning of a text, with its title, credit and address, in the fonts and colors of the page. Rejects if the
 * browser can't draw.
 */
export async function drawPicture(canvas: HTMLCanvasElement, picture: TextPicture): Promise<void> {
  const context = canvas.getContext('2d')
  if (!context) throw new Error(t('This browser can’t draw pictures.'))
  const style = readStyle(canvas)
  const fonts = {
    title: `600 ${title.size}px ${style.display}`,
    text: `400 ${text.size}px ${picture.isPrompt ? style.mono : style.sans}`,
    foot: `400 ${foot.size}px ${style.sans}`,
    name: `600 ${foot.size}px ${style.display}`,
  }
  // Some fallback fonts aren't on every computer, and then the promise rejects.
  await Promise.allSettled(Object.values(fonts).map((font) => document.fonts.load(font)))
  const breakIn = (font: string, parts: TextPart[], lineWidth: number, linesMax: number) => {
    context.font = font
    return breakIntoLines(parts, { lineWidth, linesMax, measure: (each) => context.measureText(each).width })
  }
  const innerWidth = width - 2 * margin
  const head = breakIn(fonts.title, [{ text: picture.title }], innerWidth, title.linesMax)
  const top = margin + head.lines.length * title.line + 28
  const linesMax = Math.floor((heightMax - top - 2 * padding - foot.height) / text.line)
  const body = breakIn(fonts.text, picture.text, innerWidth - 2 * padding, linesMax)
  const sheetHeight = body.lines.length * text.line + 2 * padding

  // Setting the size clears the canvas and resets its font.
  canvas.width = width
  canvas.height = top + sheetHeight + foot.height
  const fill = (color: string, x: number, y: number, w: number, h: number, radius = 0) => {
    context.fillStyle = color
    context.beginPath()
    context.roundRect(x, y, w, h, radius)
    context.fill()
  }
  const drawLines = (lines: DrawnLine[], isCut: boolean, at: { x: number; y: number; line: number; width: number }) => {
    for (const [index, line] of lines.entries()) {
      const isLast = isCut && index === lines.length - 1
      drawLine(isLast ? [...line, { text: ' …', width: 0 }] : line, { ...at, y: at.y + (index + 0.5) * at.line })
    }
  }
  const drawLine = (line: DrawnLine, at: { x: number; y: number; line: number; width: number }) => {
    const isRightToLeft = startsRightToLeft(line)
    context.direction = isRightToLeft ? 'rtl' : 'ltr'
    context.textAlign = isRightToLeft ? 'right' : 'left'
    context.textBaseline = 'middle'
    let x = isRightToLeft ? at.x + at.width : at.x
    for (const part of line) {
      if (part.mark) {
        const left = isRightToLeft ? x - part.width : x
        fill(
          part.mark === 'filled' ? style.accent : style['accent-wash'],
          left - 4,
          at.y - at.line * 0.4,
          part.width + 8,
          at.line * 0.8,
          5,
        )
      }
      context.fillStyle = part.mark === 'filled' ? style['accent-ink'] : part.mark ? style['accent-word'] : style.ink
      context.fillText(part.text, x, at.y)
      x += isRightToLeft ? -part.width : part.width
    }
  }

  fill(style.base, 0, 0, width, canvas.height)
  context.font = fonts.title
  drawLines(head.lines, head.isCut, { x: margin, y: margin, line: title.line, width: innerWidth })
  fill(style.edge, margin, top, innerWidth, sheetHeight, 10)
  fill(style.raised, margin + 2, top + 2, innerWidth - 4, sheetHeight - 4, 8)
  context.font = fonts.text
  drawLines(body.lines, body.isCut, {
    x: margin + padding,
    y: top + padding,
    line: text.line,
    width: innerWidth - 2 * padding,
  })
  context.direction = 'ltr'
  context.textAlign = 'left'
  const footTop = top + sheetHeight + 40
  context.font = fonts.name
  context.fillStyle = style.ink
  context.fillText(picture.siteName, margin, footTop, innerWidth / 2)
  const nameWidth = Math.min(context.measureText(picture.siteName).width, innerWidth / 2) + 24
  context.font = fonts.foot
  context.fillStyle = style['ink-2']
  context.fillText(picture.credit, margin + nameWidth, footTop, innerWidth - nameWidth)
  context.fillText(picture.address, margin, footTop + foot.line, innerWidth)
}

/** Tells whether the first letter of a line belongs to a script that is written from right to left. */
function startsRightToLeft(line: DrawnLine): boolean {
  const letter = /\p{L}/u.exec(line.map((part) => part.text).join(''))?.[0] ?? ''
  return /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC]/.test(letter)
}

const colors = ['base', 'raised', 'edge', 'ink', 'ink-2', 'accent', 'accent-ink', 'accent-wash', 'accent-word'] as const
const families = ['display', 'sans', 'mono'] as const

/** Reads the page's colors and fonts. A canvas doesn't know `light-dark()`, so the browser computes the colors. */
function readStyle(canvas: HTMLCanvasElement): Record<(typeof colors)[number] | (typeof families)[number], string> {
  const probe = document.createElement('span')
  canvas.after(probe)
  const values = [
    ...colors.map((name) => {
      probe.style.color = `var(--${name})`
      return [name, getComputedStyle(probe).color]
    }),
    ...families.map((name) => {
      probe.style.fontFamily = `var(--${name})`
      return [name, getComputedStyle(probe).fontFamily]
    }),
  ]
  probe.remove()
  return Object.fromEntries(values)
}
