import type { Picture, PromptCard } from '#features/catalogue/contract.ts'
import { pictureStyles, pictureTools } from '#features/catalogue/picture-fact-rules.ts'

/** Returns what an image prompt says about its picture, as a line of words for its card: "Photo · 1:1 · Midjourney". */
export function pictureWords(picture: Picture): string {
  return [nameOfStyle(picture), picture.ratio, ...namesOfTools(picture)].filter(Boolean).join(' · ')
}

/** Shows on the prompt's page what an image prompt says about its picture, each fact with its name. */
export function PictureFacts({ prompt: { picture } }: { prompt: PromptCard }) {
  if (!picture) return null
  const facts = [
    { name: 'Style', value: nameOfStyle(picture) },
    { name: 'Ratio', value: picture.ratio },
    { name: 'Tool', value: namesOfTools(picture).join(', ') },
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

function nameOfStyle({ style }: Picture): string | null {
  return style && pictureStyles[style]
}

function namesOfTools({ tools }: Picture): string[] {
  return tools.map((tool) => pictureTools[tool])
}
