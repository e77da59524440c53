import { comparisonLimits as limits } from '#features/comparison/rules.ts'
import { formatCredits } from '#features/credits/rules.ts'
import { builtInBadge, modelLabel } from '#features/models/model-name-rules.ts'
import { ClosedModels } from '#features/models/web/closed-models.tsx'
import type { OfferedModel } from '#features/models/web/offered-model.ts'

/** Checkboxes for 2 to 5 of the models that can answer, and one line about the others. */
export function ModelChoice({
  models,
  chosen,
  isMember,
  onChange,
}: {
  models: OfferedModel[]
  chosen: string[]
  isMember: boolean
  onChange: (ids: string[]) => void
}) {
  const ready = models.filter(({ available }) => available)
  const isFull = chosen.length >= limits.modelsMax
  return (
    <fieldset>
      <legend className="mb-2 font-semibold">
        Models <span className="font-normal text-ink-2 text-small">choose 2 to 5</span>
      </legend>
      <div className="pick">
        {ready.map((model) => {
          const isOn = chosen.includes(model.id)
          return (
            <label key={model.id}>
              <input
                type="checkbox"
                checked={isOn}
                disabled={isFull && !isOn}
                onChange={() => onChange(isOn ? chosen.filter((id) => id !== model.id) : [...chosen, model.id])}
              />
              <ModelLabel model={model} />
            </label>
          )
        })}
      </div>
      <ClosedModels
        models={models}
        instead={
          isMember
            ? 'Use a key of your own, or compare now and paste an answer from elsewhere.'
            : 'Members can use a key of their own, or paste an answer from elsewhere.'
        }
      />
    </fieldset>
  )
}

function ModelLabel({ model: { id, vendor, price, withOwnKey } }: { model: OfferedModel }) {
  const { name, detail } = modelLabel(id, vendor)
  return (
    <>
      <span className="min-w-0">
        <b>{name}</b> {vendor === 'built-in' && <span className="badge">{builtInBadge}</span>}
        <span className="block text-ink-2 text-small">{detail}</span>
      </span>
      <span className="whitespace-nowrap text-small tabular-nums">
        {withOwnKey ? 'Your key' : formatCredits(price)}
      </span>
    </>
  )
}
