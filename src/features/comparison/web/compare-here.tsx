import type { Prompt } from '#features/catalogue/contract.ts'
import { TextWithBlanks } from '#features/catalogue/web/prompt-text.tsx'
import { useWorksheet } from '#features/worksheet/web/use-worksheet.ts'
import { counted } from '#lib/numbers.ts'
import { ComparisonTool } from './comparison-tool.tsx'

/** The comparison on a prompt's page: the models get the text of the worksheet above. */
export function CompareHere({ prompt, hash }: { prompt: Prompt; hash: string }) {
  const { values, filled, left } = useWorksheet()
  const { id, content, status } = prompt
  const source = { content, values, promptId: status === 'published' ? id : undefined }
  return (
    <ComparisonTool source={source} hash={hash}>
      <p className="text-small">
        <b>Your text</b>{' '}
        <span className="text-ink-2">
          {left.length === 0 ? 'as it is filled in above.' : `with ${counted(left.length, 'blank')} still empty above.`}
        </span>
      </p>
      <div className="cmp-source" dir="auto" lang={prompt.language}>
        <TextWithBlanks text={filled()} />
      </div>
    </ComparisonTool>
  )
}
