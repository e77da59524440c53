import type { Picture } from '#features/catalogue/contract.ts'
import { type PictureSubject, pictureStyles } from '#features/catalogue/picture-fact-rules.ts'
import type { IconName } from '#ui/icon-names.ts'
import sprite from '#ui/icons.svg?url'

const subjectIcons: Record<PictureSubject, IconName> = {
  person: 'user-round',
  city: 'building',
  landscape: 'mountain',
  room: 'sofa',
  food: 'utensils',
  animal: 'paw-print',
  vehicle: 'car',
  thing: 'box',
  poster: 'type',
}

/** The side of the drawing, and the longer side of the frame in it. */
const side = 64
const frameSide = 62
/** The share of the frame's height that shows the colors after the first. */
const stripShare = 0.3

/**
 * Draws what a prompt for images states: a frame in its ratio, its colors, and an icon for its subject. Without a ratio
 * the frame is round; with neither ratio, colors nor subject there is none. Style and ratio appear below as words if
 * it `isLabeled`. The drawing is hidden from screen readers.
 */
export function PictureFigure({ picture, isLabeled = true }: { picture: Picture; isLabeled?: boolean }) {
  const { ratio, palette, subject, style } = picture
  const isDrawn = ratio !== null || subject !== null || palette.length > 0
  const [width = 1, height = 1] = ratio?.split(':').map(Number) ?? []
  const scale = frameSide / Math.max(width, height)
  const frame = { width: width * scale, height: height * scale }
  const left = (side - frame.width) / 2
  const top = (side - frame.height) / 2
  const [ground, ...others] = palette
  const strip = others.length > 0 ? frame.height * stripShare : 0
  const iconSide = Math.min(frame.width * 0.66, (frame.height - strip) * 0.72)
  const stroke = ground ? (isLight(ground) ? '#16161a' : '#fafaf7') : undefined
  return (
    <div className="shrink-0 text-center text-ink-3 text-micro">
      {isDrawn && (
        <svg
          viewBox={`0 0 ${side} ${side}`}
          className={`mx-auto size-12 text-tone sm:size-16 ${ratio ? '' : '[clip-path:circle(48%)]'}`}
          aria-hidden="true"
        >
          <rect x={left} y={top} {...frame} rx="2" fill={ground} className={ground ? undefined : 'fill-wash'} />
          {others.map((color, index) => (
            <rect
              key={color}
              x={left + (index * frame.width) / others.length}
              y={top + frame.height - strip}
              width={frame.width / others.length}
              height={strip}
              fill={color}
            />
          ))}
          {subject && (
            <use
              href={`${sprite}#${subjectIcons[subject]}`}
              x={(side - iconSide) / 2}
              y={top + (frame.height - strip - iconSide) / 2}
              width={iconSide}
              height={iconSide}
              fill="none"
              stroke={stroke ?? 'currentColor'}
              strokeWidth="1.6"
              strokeLinecap="round"
              strokeLinejoin="round"
            />
          )}
          {ratio ? (
            <rect x={left} y={top} {...frame} rx="2" fill="none" stroke="currentColor" strokeOpacity="0.45" />
          ) : (
            <circle cx={side / 2} cy={side / 2} r="30" fill="none" stroke="currentColor" strokeOpacity="0.45" />
          )}
        </svg>
      )}
      {isLabeled && style && <span className={`block ${isDrawn ? 'max-sm:hidden' : ''}`}>{pictureStyles[style]}</span>}
      {isLabeled && ratio && <span className="block font-mono">{ratio}</span>}
    </div>
  )
}

/** Whether dark lines show better on this color (hex) than light ones, by its luma (ITU-R BT.601). */
function isLight(color: string): boolean {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
  return 0.299 * red + 0.587 * green + 0.114 * blue > 140
}
