import type { ReportSlot } from '#client/report-slot.ts'
import { useSession } from '#features/accounts/web/session-store.ts'
import type { Prompt } from '#features/catalogue/contract.ts'
import type { Example } from '#features/examples/contract.ts'
import { hidden } from '#ui/hidden-text.tsx'
import { rich } from '#ui/rich.ts'
import { DeleteExampleButton } from './delete-example-button.tsx'

/** What a member can do with an example: delete their own, report another. `Report`: see `ExampleSection`. */
export function ExampleActions({
  example,
  prompt,
  Report,
  onDeleted,
}: {
  example: Example
  prompt: Prompt
  Report: ReportSlot
  onDeleted: () => Promise<void>
}) {
  const { user } = useSession()
  const { id, model, user: author } = example
  if (!user) return null
  return author.username === user.username ? (
    <DeleteExampleButton example={example} onDeleted={onDeleted} />
  ) : (
    <Report target={{ exampleId: id }} noun="example" title={`${model}: ${prompt.title}`} className="link">
      {rich('Report<hidden> the example by {username}</hidden>', { username: author.username, hidden })}
    </Report>
  )
}
