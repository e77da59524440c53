import type { Picture } from '#features/catalogue/contract.ts'
import { pictureStyles, pictureTools } from '#features/catalogue/picture-fact-rules.ts'

/** What a prompt for images says about its picture, in one line: ratio, style, tools. */
export function PictureFacts({ picture: { ratio, style, tools } }: { picture: Picture }) {
  const facts = [
    { name: 'Ratio', value: ratio },
    { name: 'Style', value: style && pictureStyles[style] },
    { name: 'Tool', value: tools.map((tool) => pictureTools[tool]).join(', ') },
  ].filter(({ value }) => value)
  if (facts.length === 0) return null
  return (
    <dl className="flex flex-wrap gap-x-5 gap-y-1 text-small">
      {facts.map(({ name, value }) => (
        <div key={name} className="flex gap-1.5">
          <dt className="text-ink-2">{name}</dt>
          <dd className="font-semibold">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
