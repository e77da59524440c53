import type { Prompt } from '#features/catalogue/contract.ts'
import { TextWithBlanks } from '#features/catalogue/web/prompt-text.tsx'
import { useWorksheet } from '#features/worksheet/web/use-worksheet.ts'
import { plural, t } from '#lib/texts.ts'
import { rich } from '#ui/rich.ts'
import { ComparisonTool } from './comparison-tool.tsx'

/**
 * Shows the comparison tool on a prompt's page. The models answer the filled-in text of the worksheet above the tool.
 * `hash` is the page's fragment (`#…`) to which a sign-in returns.
 */
export function PromptPageComparison({ prompt, hash }: { prompt: Prompt; hash: string }) {
  const { values, getFilledText, emptyNames } = useWorksheet()
  const { id, content, status } = prompt
  const comparedPrompt = { content, values, promptId: status === 'published' ? id : undefined }
  return (
    <ComparisonTool prompt={comparedPrompt} sourceId={id} hash={hash}>
      <details className="disclosure">
        <summary>
          {rich('Your text {span}', {
            span: (
              <span className="font-normal text-ink-2 text-small">
                {emptyNames.length === 0
                  ? t('as filled in above')
                  : plural(
                      emptyNames.length,
                      'with {count} blank still empty above',
                      'with {count} blanks still empty above',
                    )}
              </span>
            ),
          })}
        </summary>
        <div className="cmp-prompt mt-2" dir="auto" lang={prompt.language}>
          <TextWithBlanks text={getFilledText()} />
        </div>
      </details>
    </ComparisonTool>
  )
}
