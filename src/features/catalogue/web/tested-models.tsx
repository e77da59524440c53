import type { PromptCard } from '#features/catalogue/contract.ts'
import { aiVendors, familyNames } from '#features/models/rules.ts'
import { formatList } from '#lib/format-list.ts'
import { t } from '#lib/texts.ts'

/** Shows which vendors' models were tested with this prompt in comparisons, and which vendor clearly won. */
export function TestedModels({ prompt }: { prompt: Pick<PromptCard, 'testedWith' | 'worksBestWith'> }) {
  const { testedWith, worksBestWith } = prompt
  const tested = formatList(testedWith.map((vendor) => familyNames[vendor]))
  const label = worksBestWith
    ? t('Tested on {tested}; best with {best}', { tested, best: familyNames[worksBestWith] })
    : t('Tested on {tested}', { tested })
  return (
    <span className="tested-models" role="img" aria-label={label}>
      {aiVendors.map((vendor) => (
        <b key={vendor} className={vendor === worksBestWith ? 'best' : testedWith.includes(vendor) ? 'on' : undefined}>
          {familyNames[vendor].charAt(0)}
        </b>
      ))}
    </span>
  )
}
