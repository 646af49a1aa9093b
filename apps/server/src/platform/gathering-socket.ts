import { Socket } from 'node:net';

/**
 * A socket that sends together what is written together: all writes up to the next microtask leave in one system call.
 * Ten statements in ten pieces wake the database ten times, each time in our way.
 */
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
