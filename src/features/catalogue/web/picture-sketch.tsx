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

/** The size of the drawing, of the largest frame in it, and of an icon without a frame. */
const size = 36
const frameMax = 34
const iconMax = 26

/**
 * Draws what a prompt for images states, in one line: a frame in its ratio with an icon for its subject, and its colors. Style
 * and ratio appear as words if `isLabeled`. The drawing is hidden from screen readers.
 */
export function PictureSketch({ picture, isLabeled = true }: { picture: Picture; isLabeled?: boolean }) {
  const { ratio, palette, subject, style } = picture
  const frame = ratio && frameOf(ratio)
  const icon = frame ? Math.min(frame.width, frame.height) * 0.7 : iconMax
  const label = isLabeled ? [style && pictureStyles[style], ratio].filter(Boolean).join(' · ') : ''
  // An icon alone would look like a picture that failed to load.
  if (!frame && !label && palette.length === 0) return null
  return (
    <div className={`flex items-center gap-2.5 ${isLabeled ? 'mb-2' : ''}`}>
      {(frame || subject) && (
        <svg
          className="shrink-0 text-tone"
          width={size}
          height={size}
          aria-hidden="true"
          fill="none"
          stroke="currentColor"
        >
          {frame && (
            <rect x={(size - frame.width) / 2} y={(size - frame.height) / 2} {...frame} rx="2" className="fill-wash" />
          )}
          {subject && (
            <use
              href={`${sprite}#${subjectIcons[subject]}`}
              x={(size - icon) / 2}
              y={(size - icon) / 2}
              width={icon}
              height={icon}
              strokeWidth="1.5"
              strokeLinecap="round"
              strokeLinejoin="round"
            />
          )}
        </svg>
      )}
      {label && <span className="text-ink-2 text-small">{label}</span>}
      {palette.length > 0 && (
        <svg
          className="ml-auto shrink-0 rounded-1 border border-edge"
          width={palette.length * 22}
          height="22"
          aria-hidden="true"
        >
          {palette.map((color, index) => (
            <rect key={color} x={index * 22} width="22" height="22" fill={color} />
          ))}
        </svg>
      )}
    </div>
  )
}

/** The largest frame of a ratio such as 16:9. */
function frameOf(ratio: string): { width: number; height: number } {
  const [width = 1, height = 1] = ratio.split(':').map(Number)
  const scale = frameMax / Math.max(width, height)
  return { width: width * scale, height: height * scale }
}
