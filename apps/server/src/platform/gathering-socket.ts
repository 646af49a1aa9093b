import { Socket } from 'node:net';

/** A socket whose writes up to the next microtask leave in one system call: ten statements wake the database once. */
export function gatheringSocket(): Socket {
  const socket = new Socket();
  const write = socket.write.bind(socket);
  let isGathering = false;
  socket.write = (...given: unknown[]): boolean => {
    if (!isGathering) {
      isGathering = true;
      socket.cork();
      queueMicrotask(() => {
        isGathering = false;
        socket.uncork();
      });
    }
    return Reflect.apply(write, socket, given);
  };
  return socket;
}
