import type { PromptCard } from '#features/catalogue/contract.ts'
import { aiVendors, familyNames } from '#features/models/rules.ts'

/** Shows which vendors' models were tested with this prompt in comparisons, and which vendor clearly won. */
export function TestedModels({ prompt }: { prompt: Pick<PromptCard, 'testedWith' | 'worksBestWith'> }) {
  const { testedWith, worksBestWith } = prompt
  const tested = testedWith.map((vendor) => familyNames[vendor]).join(', ')
  const best = worksBestWith ? `; best with ${familyNames[worksBestWith]}` : ''
  return (
    <span className="tested-models" role="img" aria-label={`Tested on ${tested}${best}`}>
      {aiVendors.map((vendor) => (
        <b key={vendor} className={vendor === worksBestWith ? 'best' : testedWith.includes(vendor) ? 'on' : undefined}>
          {familyNames[vendor].charAt(0)}
        </b>
      ))}
    </span>
  )
}
