import type { Picture } from '#features/catalogue/contract.ts'
import { pictureStyles, pictureTools } from '#features/catalogue/picture-fact-rules.ts'

/** The width and height of a color. */
const swatch = { width: 20, height: 12 }

/** What a prompt for images says about its picture, in one line of words for its card: "Photo · 1:1 · Midjourney". */
export function pictureWords(picture: Picture): string {
  return [nameOfStyle(picture), picture.ratio, ...namesOfTools(picture)].filter(Boolean).join(' · ')
}

/** What a prompt for images says about its picture, on the prompt's page: each fact with its name, and the colors. */
export function PictureFacts({ picture }: { picture: Picture }) {
  const facts = [
    { name: 'Style', value: nameOfStyle(picture) },
    { name: 'Ratio', value: picture.ratio },
    { name: 'Tool', value: namesOfTools(picture).join(', ') },
    { name: 'Colors', value: picture.palette.length > 0 && <Palette colors={picture.palette} /> },
  ].filter(({ value }) => value)
  if (facts.length === 0) return null
  return (
    <dl className="mt-4 flex flex-wrap gap-x-5 gap-y-1 text-small">
      {facts.map(({ name, value }) => (
        <div key={name} className="flex items-center gap-1.5">
          <dt className="text-ink-2">{name}</dt>
          <dd className="font-semibold">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function Palette({ colors }: { colors: string[] }) {
  return (
    <svg
      className="border border-edge"
      width={colors.length * swatch.width}
      height={swatch.height}
      role="img"
      aria-label={colors.join(', ')}
    >
      {colors.map((color, index) => (
        <rect key={color} x={index * swatch.width} {...swatch} fill={color} />
      ))}
    </svg>
  )
}

function nameOfStyle({ style }: Picture): string | null {
  return style && pictureStyles[style]
}

function namesOfTools({ tools }: Picture): string[] {
  return tools.map((tool) => pictureTools[tool])
}
