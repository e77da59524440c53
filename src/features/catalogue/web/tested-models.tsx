import type { PromptCard } from '#features/catalogue/contract.ts'
import { vendors } from '#features/catalogue/rules.ts'

const names = { openai: 'OpenAI', anthropic: 'Claude', google: 'Gemini', deepseek: 'DeepSeek', meta: 'Llama' } as const

/** Shows which of the five vendors' models were tested with this prompt in comparisons, and which did best. */
export function TestedModels({ prompt }: { prompt: Pick<PromptCard, 'testedWith' | 'worksBestWith'> }) {
  const { testedWith, worksBestWith } = prompt
  const tested = testedWith.map((vendor) => names[vendor]).join(', ')
  const best = worksBestWith ? `; best with ${names[worksBestWith]}` : ''
  return (
    <span className="tested-models" role="img" aria-label={`Tested on ${tested}${best}`}>
      {vendors.map((vendor) => (
        <b key={vendor} className={vendor === worksBestWith ? 'best' : testedWith.includes(vendor) ? 'on' : undefined}>
          {names[vendor].charAt(0)}
        </b>
      ))}
    </span>
  )
}
