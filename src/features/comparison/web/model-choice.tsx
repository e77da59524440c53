import { comparisonLimits as limits } from '#features/comparison/rules.ts'
import { formatCredits } from '#features/credits/rules.ts'
import { builtInBadge, modelLabel } from '#features/models/model-name-rules.ts'
import type { OfferedModel } from '#features/models/web/offered-model.ts'

/** Checkboxes for 2 to 5 models. Models that can't answer are disabled and say why. */
export function ModelChoice({
  models,
  chosen,
  onChange,
}: {
  models: OfferedModel[]
  chosen: string[]
  onChange: (ids: string[]) => void
}) {
  const isFull = chosen.length >= limits.modelsMax
  return (
    <fieldset>
      <legend className="mb-2 font-semibold">
        Models <span className="font-normal text-ink-2 text-small">choose 2 to 5</span>
      </legend>
      <div className="pick">
        {models.map((model) => {
          const isOn = chosen.includes(model.id)
          return (
            <label key={model.id} aria-disabled={!model.available}>
              <input
                type="checkbox"
                checked={isOn}
                disabled={!model.available || (isFull && !isOn)}
                onChange={() => onChange(isOn ? chosen.filter((id) => id !== model.id) : [...chosen, model.id])}
              />
              <ModelLabel model={model} />
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}

function ModelLabel({ model: { id, vendor, price, available, reason, withOwnKey } }: { model: OfferedModel }) {
  const { name, detail } = modelLabel(id, vendor)
  return (
    <>
      <span className="min-w-0">
        <b>{name}</b> {vendor === 'built-in' && <span className="badge">{builtInBadge}</span>}
        <span className="block text-ink-2 text-small">{available ? detail : `${detail}. ${reason}`}</span>
      </span>
      <span className="whitespace-nowrap text-small tabular-nums">
        {available ? (withOwnKey ? 'Your key' : formatCredits(price)) : 'Not available'}
      </span>
    </>
  )
}
