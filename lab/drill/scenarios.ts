import { setTimeout as wait } from 'node:timers/promises'
import type { Cluster } from './cluster.ts'
import { machines, type Network } from './network.ts'

/** A failure. `fail` resolves once the failure has happened, and `repair` once all servers run again. */
export type Scenario = { title: string; fail(): Promise<void>; repair(): Promise<void> }

/** The names of the scenarios, in the order in which they run. */
export const scenarioNames = ['switchover', 'kill', 'cut', 'standby', 'disk'] as const
export type ScenarioName = (typeof scenarioNames)[number]

/** How long a failure lasts before it is repaired, in ms: with `--short`, and otherwise. A failover takes less time. */
export const failureMs = { short: 13_000, whole: 20_000 }

export function scenariosOf(cluster: Cluster, network: Network): Record<ScenarioName, Scenario> {
  let failedMachine = machines[0] as number
  let freeDisk: (() => Promise<void>) | undefined
  const onPrimary = (fail: (primary: number) => void) => async () => {
    failedMachine = await cluster.findPrimary()
    fail(failedMachine)
  }
  const restart = async () => {
    network.powerOff(failedMachine)
    await wait(500)
    cluster.start(failedMachine)
    await cluster.waitUntilComplete()
  }
  return {
    switchover: { title: 'switchover', fail: () => cluster.switchOver(), repair: () => cluster.waitUntilComplete() },
    kill: { title: 'primary killed (its whole machine)', fail: onPrimary(network.powerOff), repair: restart },
    cut: {
      title: 'network of the primary cut',
      fail: onPrimary(network.cut),
      repair: async () => {
        network.reconnect(failedMachine)
        await cluster.waitUntilComplete()
      },
    },
    standby: {
      title: 'network of the synchronous standby cut',
      fail: async () => {
        failedMachine = await cluster.findSynchronousStandby()
        network.cut(failedMachine)
      },
      repair: async () => {
        network.reconnect(failedMachine)
        await cluster.waitUntilComplete()
      },
    },
    disk: {
      title: 'disk of the primary full',
      fail: onPrimary((primary) => {
        freeDisk = cluster.fillDisk(primary)
      }),
      repair: async () => {
        await freeDisk?.()
        await restart()
      },
    },
  }
}
