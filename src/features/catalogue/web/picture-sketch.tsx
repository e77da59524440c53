import type { Picture } from '#features/catalogue/contract.ts'
import { type PictureSubject, pictureStyles } from '#features/catalogue/picture-fact-rules.ts'
import { Icon } from '#ui/icon.tsx'
import type { IconName } from '#ui/icon-names.ts'

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

/** The height of the line; the largest frame and its border fill it. */
const size = 18
/** The width of a color. */
const swatch = 14

/**
 * Draws what a prompt for images states, in one low line: a frame in its ratio, or else an icon for its subject, and its
 * colors. Style and ratio appear as words if `isLabeled`. The drawing is hidden from screen readers.
 */
export function PictureSketch({ picture, isLabeled = true }: { picture: Picture; isLabeled?: boolean }) {
  const { ratio, palette, subject, style } = picture
  const frame = ratio && frameOf(ratio)
  const label = isLabeled ? [style && pictureStyles[style], ratio].filter(Boolean).join(' · ') : ''
  // An icon alone would look like a picture that failed to load.
  if (!frame && !label && palette.length === 0) return null
  return (
    <div className={`flex items-center gap-2 text-ink-2 text-small ${isLabeled ? 'mb-2' : ''}`}>
      {frame && (
        <svg
          className="shrink-0 text-tone"
          width={frame.width + 2}
          height={size}
          aria-hidden="true"
          stroke="currentColor"
        >
          <rect x="1" y={(size - frame.height) / 2} {...frame} rx="1.5" className="fill-wash" />
        </svg>
      )}
      {!frame && subject && <Icon name={subjectIcons[subject]} className="icon-sm text-tone" />}
      {label}
      {palette.length > 0 && (
        <svg
          className="ml-auto shrink-0 rounded-full border border-edge"
          width={palette.length * swatch}
          height="12"
          aria-hidden="true"
        >
          {palette.map((color, index) => (
            <rect key={color} x={index * swatch} width={swatch} height="12" fill={color} />
          ))}
        </svg>
      )}
    </div>
  )
}

/** The largest frame of a ratio such as 16:9. */
function frameOf(ratio: string): { width: number; height: number } {
  const [width = 1, height = 1] = ratio.split(':').map(Number)
  const scale = (size - 2) / Math.max(width, height)
  return { width: width * scale, height: height * scale }
}
