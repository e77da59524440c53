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

/** The size of the largest frame, and of the icon if there is no frame. */
const frameMax = { width: 160, height: 84 }
const iconMax = 48

/**
 * Draws what a prompt for images says about its picture: the first color as background, a frame in its ratio, an icon
 * for its subject, and its other colors below. `isLabeled`: also shows style and ratio as words. The drawing is hidden
 * from screen readers.
 */
export function PictureBand({ picture, isLabeled = true }: { picture: Picture; isLabeled?: boolean }) {
  const { ratio, palette, subject, style } = picture
  const [ground, ...others] = palette
  const frame = ratio && frameOf(ratio)
  const icon = Math.min(iconMax, frame ? Math.min(frame.width, frame.height) * 0.62 : iconMax)
  const label = [style && pictureStyles[style], ratio].filter(Boolean).join(' · ')
  const lines = ground ? (isLight(ground) ? '#16161a' : '#fafaf7') : undefined
  return (
    <div className="relative mb-3 overflow-clip rounded-1 text-tone">
      <svg className="block h-26 w-full" aria-hidden="true">
        <rect width="100%" height="100%" fill={ground} className={ground ? undefined : 'fill-wash'} />
        {others.map((color, index) => (
          <rect
            key={color}
            x={`${(index * 100) / others.length}%`}
            y="88%"
            width={`${100 / others.length}%`}
            height="12%"
            fill={color}
          />
        ))}
        <svg
          aria-hidden="true"
          viewBox="0 0 168 100"
          height={others.length > 0 ? '88%' : '100%'}
          fill="none"
          stroke={lines ?? 'currentColor'}
        >
          {frame && <rect x={84 - frame.width / 2} y={50 - frame.height / 2} {...frame} rx="2" strokeOpacity="0.6" />}
          <use
            href={`${sprite}#${subject ? subjectIcons[subject] : 'image'}`}
            x={84 - icon / 2}
            y={50 - icon / 2}
            width={icon}
            height={icon}
            strokeWidth="1.5"
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        </svg>
      </svg>
      {isLabeled && label && (
        <span className="absolute top-1.5 left-1.5 rounded-1 bg-raised px-1.5 text-ink-2 text-micro">{label}</span>
      )}
    </div>
  )
}

/** The largest frame of a ratio such as 16:9. */
function frameOf(ratio: string): { width: number; height: number } {
  const [width = 1, height = 1] = ratio.split(':').map(Number)
  const scale = Math.min(frameMax.width / width, frameMax.height / height)
  return { width: width * scale, height: height * scale }
}

/** Whether dark lines show better on this color (hex) than light ones, by its luma (ITU-R BT.601). */
function isLight(color: string): boolean {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
  return 0.299 * red + 0.587 * green + 0.114 * blue > 140
}
