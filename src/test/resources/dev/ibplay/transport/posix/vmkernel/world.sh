# Becomes the first process of a machine like an ESXi host: root in memory, busybox and a few programs, no /proc. To be started
# in namespaces of its own for mounts and processes: sh world.sh ROOT PROGRAMS APPLETS...
root=$1 programs=$2
shift 2
mount --make-rprivate / && mount -t tmpfs -o mode=755 none "$root" && cd "$root" || exit 1
mkdir bin sbin dev etc proc tmp var var/run var/lib usr usr/lib .proc || exit 1
mount --rbind /usr/lib usr/lib && mount --rbind /dev dev && mount --rbind /tmp tmp && mount -t proc none .proc || exit 1
[ ! -d /lib64 ] || if [ -L /lib64 ]; then ln -s usr/lib64 lib64 && mkdir -p usr/lib64 && mount --rbind /usr/lib64 usr/lib64; else
    mkdir lib64 && mount --rbind /lib64 lib64; fi || exit 1
ln -s usr/lib lib
cp "$(command -v busybox)" bin/busybox || exit 1
for applet do ln -s busybox "bin/$applet"; done
cp "$programs"/bin/* bin/ && cp "$programs"/sbin/* sbin/ && chmod 755 bin/* sbin/* || exit 1
# Takes in what processes leave behind, as an init does. Who comes in before the root is this one's is still on the outer machine.
exec chroot . /bin/busybox sh -c 'echo ready; while :; do sleep 1; done'
