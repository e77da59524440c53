import type { Picture } from '#features/catalogue/contract.ts'
import { pictureStyles, pictureTools } from '#features/catalogue/picture-fact-rules.ts'
import { imageCategory } from '#features/catalogue/rules.ts'

/** What a prompt for images says about its picture, in one line of words for its card: "Photo · 1:1 · Midjourney · teal". */
export function pictureWords(picture: Picture): string {
  const { ratio, colors } = picture
  return [nameOfStyle(picture), ratio, ...namesOfTools(picture), colors.join(', ')].filter(Boolean).join(' · ')
}

/**
 * A drawing of the palette that a text states, none without one: a frame in the stated ratio with the colors as bands,
 * or else the colors as dots. Squares or an empty frame would look like pictures that failed to load. `side`: of a square
 * frame, in pixels.
 */
export function PictureFigure({
  picture,
  side = 64,
  className = '',
}: {
  picture: Picture
  side?: number
  className?: string
}) {
  const { ratio, palette, colors, subject } = picture
  if (palette.length === 0) return null
  const [across = 1, down = 1] = ratio?.split(':').map(Number) ?? []
  // All frames have the same area.
  const width = Math.round(side * Math.sqrt(across / down))
  const height = ratio ? Math.round((side * side) / width) : Math.ceil(palette.length / 2) * (side / 2)
  const band = height / palette.length
  const half = side / 2
  return (
    <svg
      className={`shrink-0 ${className} ${ratio ? 'border border-edge' : ''}`}
      width={width}
      height={height}
      role="img"
      aria-label={`Stated picture: ${[subject, ratio, ...colors].filter(Boolean).join(', ')}`}
    >
      {palette.map((fill, index) =>
        ratio ? (
          <rect key={fill} y={index * band} width={width} height={band} fill={fill} />
        ) : (
          <circle
            key={fill}
            cx={(index % 2) * half + half / 2}
            cy={(index >> 1) * half + half / 2}
            r={half / 2 - 3}
            fill={fill}
            stroke="var(--edge)"
          />
        ),
      )}
    </svg>
  )
}

/**
 * What a prompt for images says about its picture, on the prompt's page: each fact with its name. `isDrawn`: beside a
 * drawing of it.
 */
export function PictureFacts({ picture, isDrawn }: { picture: Picture; isDrawn: boolean }) {
  const facts = [
    { name: 'Style', value: nameOfStyle(picture) },
    { name: 'Ratio', value: picture.ratio },
    { name: 'Tool', value: namesOfTools(picture).join(', ') },
    { name: 'Colors', value: picture.colors.join(', ') },
  ].filter(({ value }) => value)
  if (facts.length === 0) return null
  return (
    <div className="mt-4 flex items-center gap-4" data-cat={imageCategory}>
      {isDrawn && <PictureFigure picture={picture} side={72} />}
      <dl className="flex flex-wrap gap-x-5 gap-y-1 text-small">
        {facts.map(({ name, value }) => (
          <div key={name} className="flex items-center gap-1.5">
            <dt className="text-ink-2">{name}</dt>
            <dd className="font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

function nameOfStyle({ style }: Picture): string | null {
  return style && pictureStyles[style]
}

function namesOfTools({ tools }: Picture): string[] {
  return tools.map((tool) => pictureTools[tool])
}
