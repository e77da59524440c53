import { setTimeout as wait } from 'node:timers/promises'
import type { Cluster } from './cluster.ts'
import { machines, type Network } from './network.ts'

/** A failure. `fail` resolves once the failure has happened, and `repair` once all servers run again. */
export type Scenario = { title: string; fail(): Promise<void>; repair(): Promise<void> }

/** How long a failure lasts before it is repaired, in ms. A failover takes less time. */
export const failureMs = { short: 13_000, whole: 20_000 }

export function scenariosOf(cluster: Cluster, network: Network): Record<string, Scenario> {
  let machine = machines[0] as number
  let freeDisk: (() => Promise<void>) | undefined
  const onPrimary = (fail: (primary: number) => void) => async () => {
    machine = await cluster.findPrimary()
    fail(machine)
  }
  const restart = async () => {
    network.powerOff(machine)
    await wait(500)
    cluster.start(machine)
    await cluster.waitUntilComplete()
  }
  return {
    switchover: { title: 'switchover', fail: () => cluster.switchOver(), repair: () => cluster.waitUntilComplete() },
    kill: { title: 'primary killed (its whole machine)', fail: onPrimary(network.powerOff), repair: restart },
    cut: {
      title: 'network of the primary cut',
      fail: onPrimary(network.cut),
      repair: async () => {
        network.reconnect(machine)
        await cluster.waitUntilComplete()
      },
    },
    standby: {
      title: 'network of the synchronous standby cut',
      fail: async () => {
        machine = await cluster.findSynchronousStandby()
        network.cut(machine)
      },
      repair: async () => {
        network.reconnect(machine)
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
